-- Citations of knowledge collections: where the passage stands, and who could read it.
ALTER TABLE "message_source" ADD COLUMN "knowledge" JSONB,
  ADD COLUMN "collection_id" UUID,
  ADD COLUMN "source_id" UUID,
  ADD COLUMN "version_id" UUID,
  ADD COLUMN "members_of" UUID;

CREATE INDEX "message_source_collection_id_idx" ON "message_source"("collection_id");
CREATE INDEX "message_source_source_id_idx" ON "message_source"("source_id");
CREATE INDEX "message_source_version_id_idx" ON "message_source"("version_id");

ALTER TABLE "message_source" ADD CONSTRAINT "message_source_collection_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "collection"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "message_source" ADD CONSTRAINT "message_source_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "source"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "message_source" ADD CONSTRAINT "message_source_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "source_version"("id") ON DELETE SET NULL ON UPDATE CASCADE;
