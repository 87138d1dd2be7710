-- AlterTable
ALTER TABLE "chat_file" ADD COLUMN     "findings" JSONB NOT NULL DEFAULT '[]';

-- AlterTable
ALTER TABLE "source" ADD COLUMN     "reading" JSONB NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "source_version" ADD COLUMN     "findings" JSONB NOT NULL DEFAULT '[]';
