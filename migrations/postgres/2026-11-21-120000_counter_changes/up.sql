-- Whether a change moved nothing but how often works were collected, liked or looked at.
ALTER TABLE work_changes ADD COLUMN counters_only BOOLEAN NOT NULL DEFAULT FALSE;
