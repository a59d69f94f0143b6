"""What a list of sign-ups is: people of a spreadsheet, a form's export or a pasted text, who are to enter an event."""
