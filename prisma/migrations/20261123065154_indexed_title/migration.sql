-- AlterTable
ALTER TABLE "indexed_source" ADD COLUMN     "title" TEXT;

UPDATE indexed_source x SET title = s.title FROM source_version v JOIN source s ON s.id = v.source_id WHERE v.id = x.source_version_id;

-- AlterTable
ALTER TABLE "indexed_source" ALTER COLUMN "title" SET NOT NULL;
