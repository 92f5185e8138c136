import type { EmbeddedMessages } from './index.ts'

export const he: EmbeddedMessages = {
  frameTitle: 'טופס תשלום',
  loading: 'טופס התשלום נטען…',
  unreachable: 'אי אפשר להגיע לטופס התשלום. בדקו את החיבור לאינטרנט ונסו שוב.',
  lost: 'החיבור נותק. אנחנו בודקים אם התשלום עבר. נא לא לשלם שוב.',
  tryAgain: 'נסו שוב',
  offline: 'אין חיבור לאינטרנט. לא נשלח דבר; מה שהקלדתם עדיין כאן.',
  close: 'סגירה',
  bankFrame: 'הדף של הבנק שלכם',
  bankHidden: 'לא רואים דבר מהבנק?',
  bankAlone: 'פתחו אותו בכל החלון',
  removeCards: 'הסרת כרטיס שמור',
  removeCard: 'הסרה',
  buttonTypes: {
    book: 'הזמנת מקום תמורת {amount}',
    buy: 'קנייה תמורת {amount}',
    checkout: 'השלמת הקנייה תמורת {amount}',
    donate: 'תרומה של {amount}',
    order: 'הזמנה תמורת {amount}',
    subscribe: 'הרשמה למינוי תמורת {amount}',
    topUp: 'טעינה של {amount}',
  },
}
