-- A search leaves out what an administrator has switched off: few chunks of many.
CREATE INDEX "chunk_disabled_idx" ON "chunk"("indexed_source_id", "number") WHERE NOT "enabled";
