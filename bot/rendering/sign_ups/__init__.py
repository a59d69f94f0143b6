"""Lists of sign-ups: the form that takes one, its preview, and the posts that tell of it."""
