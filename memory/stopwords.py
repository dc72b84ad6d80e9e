"""Words that say nothing about what a sentence is about, in the languages that are met most."""

from __future__ import annotations

_ENGLISH = """a about after again all also always am an and any are as at be because been before being but by
can could did do does doing don down for from get go had has have having he her here hers him his how i if in
into is it its just ll let like likes me more most much my no nor not now of off on once only or other our
out over own please prefer prefers re s same she should so some such t than that the their them then there
these they this those through to too under until up usually ve very want wants was we were what when where
which while who whom why will with would you your"""
_GERMAN = """aber alle als am an auch auf aus bei bin bis bitte da damit dann das dass dein dem den der des
die dies diese dieser doch du durch ein eine einem einen einer er es etwas euch fur gern habe haben hat ich
ihm ihn ihr im in ist ja kann kein keine man mehr mein meine mich mir mit mochte nach nicht noch nur oder
ohne schon sehr sein seine sich sie sind so uber um und uns unter vom von vor war was wenn wer wie wir wird
wo zu zum zur"""
_FRENCH = """ai aime au aux avec bien ce ces cette comme dans de des du elle en est et etre fait il ils j je
la le les leur lui ma mais me mes moi mon ne nos notre nous on ou par pas plus pour pres qu que qui sa sans
se ses si son sont sur ta te tes toi ton tout tres tu un une veux vos votre vous y"""
_SPANISH = """al algo como con cual cuando de del donde el ella en era es esta este esto gusta ha hay la las
le lo los mas me mi mis muy no nos o para pero por porque que quiero se si sin sobre son su sus te tu un una
uno y ya yo"""
_ITALIAN = """alla anche che chi ci come con cosa da dei del della di e gli ho il io la le lo ma mi mio
molto nel nella noi non per piace piu quando quello questo se si sono su sua suo ti tra tu un una vi voglio"""

STOP_WORDS = frozenset(" ".join((_ENGLISH, _GERMAN, _FRENCH, _SPANISH, _ITALIAN)).split())
