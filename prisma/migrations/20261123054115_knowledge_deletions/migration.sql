-- DropForeignKey
ALTER TABLE "index_version" DROP CONSTRAINT "index_version_collection_id_fkey";

-- DropForeignKey
ALTER TABLE "source" DROP CONSTRAINT "source_collection_id_fkey";

-- AlterTable
ALTER TABLE "index_version" ALTER COLUMN "collection_id" DROP NOT NULL;

-- AlterTable
ALTER TABLE "source" ALTER COLUMN "collection_id" DROP NOT NULL;

-- AddForeignKey
ALTER TABLE "index_version" ADD CONSTRAINT "index_version_collection_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "collection"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "source" ADD CONSTRAINT "source_collection_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "collection"("id") ON DELETE SET NULL ON UPDATE CASCADE;
