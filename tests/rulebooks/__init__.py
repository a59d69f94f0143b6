"""Tests of the rulebooks; a package, since the rule sheet's tests borrow its changed rulebooks."""
