-- A chunk names the edit that it was given: an edit that no chunk names has lost its place.
ALTER TABLE "chunk" DROP COLUMN "is_edited",
ADD COLUMN     "edit_id" UUID;

ALTER TABLE "chunk_edit" DROP COLUMN "is_lost";
