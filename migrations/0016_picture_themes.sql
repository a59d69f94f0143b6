-- Which of Discord's surfaces a server's pictures are drawn for.
ALTER TABLE guilds ADD COLUMN theme TEXT NOT NULL DEFAULT 'dark' CHECK (theme IN ('dark', 'light'));
