-- Previous release: compatible
-- AlterTable
ALTER TABLE "message_source" ADD COLUMN     "rows" JSONB;

-- CreateTable
CREATE TABLE "message_source_dataset" (
    "source_id" UUID NOT NULL,
    "dataset_id" UUID NOT NULL,
    "members_of" UUID,

    CONSTRAINT "message_source_dataset_pkey" PRIMARY KEY ("source_id","dataset_id")
);

-- AddForeignKey
ALTER TABLE "message_source_dataset" ADD CONSTRAINT "message_source_dataset_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "message_source"("id") ON DELETE CASCADE ON UPDATE CASCADE;
