"""The executor: an approved plan, one turn of the operator after the other, each act through the gate."""
