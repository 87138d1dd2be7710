-- Previous release: compatible
-- DropForeignKey
ALTER TABLE "feedback_row" DROP CONSTRAINT "feedback_row_feedback_id_fkey";

-- AlterTable
ALTER TABLE "feedback_row" DROP CONSTRAINT "feedback_row_pkey",
ALTER COLUMN "feedback_id" DROP NOT NULL,
ADD CONSTRAINT "feedback_row_pkey" PRIMARY KEY ("row_id");

-- CreateIndex
CREATE INDEX "feedback_row_feedback_id_idx" ON "feedback_row"("feedback_id");

-- AddForeignKey
ALTER TABLE "feedback_row" ADD CONSTRAINT "feedback_row_feedback_id_fkey" FOREIGN KEY ("feedback_id") REFERENCES "message_feedback"("id") ON DELETE SET NULL ON UPDATE CASCADE;
