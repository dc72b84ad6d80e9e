"""The proactive generator: from what a person does again and again to a desire that is proposed."""
