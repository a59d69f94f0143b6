"""The rule sheet, rulebooks as people read them, and what is wrong with one."""
