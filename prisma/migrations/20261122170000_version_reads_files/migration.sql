-- AlterTable
ALTER TABLE "workflow_version" ADD COLUMN     "reads_files" BOOLEAN NOT NULL
  GENERATED ALWAYS AS (jsonb_path_exists("graph", '$.nodes[*] ? (@.type == "document_extract")')) STORED;
