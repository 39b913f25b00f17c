-- Characters that are read in several ways are known now: all names are read again, in the background.
UPDATE terms SET initial = NULL;
