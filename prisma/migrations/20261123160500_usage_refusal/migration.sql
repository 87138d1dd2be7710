-- CreateTable
CREATE TABLE "usage_refusal" (
    "rule_id" UUID NOT NULL,
    "subject_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "count" INTEGER NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "usage_refusal_pkey" PRIMARY KEY ("rule_id","subject_id","user_id","day")
);

-- CreateIndex
CREATE INDEX "usage_refusal_user_id_idx" ON "usage_refusal"("user_id");

-- CreateIndex
CREATE INDEX "usage_refusal_day_idx" ON "usage_refusal"("day");

-- AddForeignKey
ALTER TABLE "usage_refusal" ADD CONSTRAINT "usage_refusal_rule_id_fkey" FOREIGN KEY ("rule_id") REFERENCES "usage_limit_rule"("id") ON DELETE CASCADE ON UPDATE CASCADE;
