-- AlterTable
ALTER TABLE "message" ADD COLUMN     "run_prompt_tokens" INTEGER NOT NULL DEFAULT 0;
