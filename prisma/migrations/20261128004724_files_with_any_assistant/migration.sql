-- Previous release: compatible
-- AlterTable
ALTER TABLE "tenant" ADD COLUMN     "files_with_any_assistant" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "workflow" ADD COLUMN     "allow_files" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "workflow_version" ADD COLUMN     "has_model" BOOLEAN NOT NULL
  GENERATED ALWAYS AS (jsonb_path_exists("graph", '$.nodes[*] ? (@.type == "llm")')) STORED;
