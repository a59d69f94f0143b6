-- stand-in
SELECT 1;
