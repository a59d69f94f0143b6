"""What members see: safe text, sentences, message layouts and pictures, made of domain objects without I/O."""
