"""The Emissary: solo trick-taking with an exact number of won debates."""
