-- When a session came to its generation, by the clock of the database: those of two processes may differ by minutes, and the
-- grace of a replaced refresh token is ten seconds.
ALTER TABLE "session" ADD COLUMN     "generation_since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
