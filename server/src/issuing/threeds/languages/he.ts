import type { ChallengeMessages } from './index.ts'

export const he: ChallengeMessages = {
  title: 'אשרו את התשלום באפליקציה',
  asks: '{merchant} מבקש {amount} בכרטיס שלכם המסתיים בספרות {lastFour}.',
  open: 'פתחו את האפליקציה של {partner} ואשרו או דחו. הבקשה בתוקף לעשר דקות.',
  cancel: 'ביטול',
  backTitle: 'חזרה לתשלום',
  back: 'תשובתכם התקבלה. אתם חוזרים לתשלום.',
  next: 'המשך',
  unknownTitle: 'לא ניתן להציג דף זה',
  unknown: 'הבקשה של הבנק שלכם אינה מוכרת או שהסתיימה. חזרו לחנות ונסו שוב.',
}
