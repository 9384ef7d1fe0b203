"""Rulesets: the rule texts as data, and the frozen values they load into."""
