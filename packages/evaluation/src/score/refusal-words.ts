// What answers say that decline to answer, in the five languages. Compared folded, so that the Traditional forms stand for both.
const words = {
  zhHant: `無法回答|無法提供|無法確認|無法判斷|無法得知|無法協助|不能回答|不能提供|恕不|找不到|查不到|查無|未找到|沒有找到|沒有相關|無相關|沒有提到|沒有提及|沒有提供|沒有記載|沒有說明|沒有足夠|未提及|未提到|未提供|未記載|未載明|未說明|未包含|不包含|不知道|不清楚|沒有資料|沒有資訊|無資料|並無`,
  en: `cannot answer|can't answer|can not answer|unable to|not able to|cannot provide|can't provide|cannot help|can't help|cannot determine|can't determine|cannot confirm|can't confirm|cannot find|can't find|could not find|couldn't find|did not find|didn't find|don't know|do not know|don't have|do not have|no information|no data|no relevant|no matching|no answer|not mentioned|not stated|not specified|not provided|not given|not covered|not available|not found|not contain|doesn't contain|don't contain|does not say|doesn't say|does not mention|doesn't mention|do not mention|don't mention|not include|doesn't include|not enough information|nothing was found|must decline`,
  ja: `お答えできません|回答できません|答えられません|お答えしかねます|回答いたしかねます|提供できません|確認できません|判断できません|わかりません|分かりません|見つかりません|見つけられません|記載がありません|記載はありません|記載されていません|記載がない|記述がありません|言及がありません|言及されていません|含まれていません|情報がありません|情報はありません|データがありません|データはありません|該当する情報|該当するデータ|不明です`,
  th: `ไม่สามารถตอบ|ไม่สามารถให้|ไม่สามารถระบุ|ไม่สามารถยืนยัน|ไม่อาจตอบ|ตอบไม่ได้|ไม่พบ|ไม่มีข้อมูล|ไม่มีการระบุ|ไม่มีการกล่าวถึง|ไม่ได้ระบุ|ไม่ได้กล่าวถึง|ไม่ได้ให้ข้อมูล|ไม่ทราบ|ไม่ปรากฏ|ข้อมูลไม่เพียงพอ`,
  vi: `không thể trả lời|không thể cung cấp|không thể xác định|không thể xác nhận|không trả lời được|không tìm thấy|không tìm được|không có thông tin|không có dữ liệu|không có đủ|không đủ thông tin|không đề cập|không được đề cập|không nêu|không được nêu|không ghi|không cung cấp|không chứa|không biết|không rõ|chưa có thông tin|chưa có dữ liệu`,
}

export const refusalWords: readonly string[] = Object.values(words).flatMap((list) => list.split('|'))
