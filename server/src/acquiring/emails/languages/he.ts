import type { EmailMessages } from './index.ts'

export const he: EmailMessages = {
  subscription: 'מינוי',
  payment: 'תשלום',
  due: 'סכום לתשלום',
  nextTry: 'הניסיון הבא',
  validUntil: 'בתוקף עד',
  amountRefunded: 'הוחזר',
  manage: 'ניהול המינוי',
  newCard: 'שימוש בכרטיס אחר',

  paid: {
    subject: 'קבלה מאת {merchant}: {amount}',
    title: 'תודה על התשלום',
    text: 'שילמת {amount} לבית העסק {merchant}. זו הקבלה שלך.',
  },
  renewed: {
    subject: 'קבלה מאת {merchant}: {amount}',
    title: 'המינוי שלך שולם',
    text: 'בית העסק {merchant} חייב {amount} עבור המינוי שלך, כפי שסוכם. זו הקבלה שלך.',
  },
  charged: {
    subject: 'קבלה מאת {merchant}: {amount}',
    title: 'תודה על התשלום',
    text: 'בית העסק {merchant} חייב {amount} בכרטיס השמור שלך, כפי שסוכם. זו הקבלה שלך.',
  },
  partPaid: {
    subject: 'קבלה מאת {merchant}: {amount}',
    title: 'חלק מהמינוי שלך שולם',
    text: 'בכרטיס לא היה די לכל הסכום, ולכן בית העסק {merchant} חייב חלק ממנו: {amount}. על היתרה ננסה שוב מאוחר יותר, בניכוי החלק הזה.',
  },
  reserved: {
    subject: 'בית העסק {merchant} שריין {amount} בכרטיס שלך',
    title: 'הסכום שוריין',
    text: 'בכרטיס שלך שוריינו {amount} עבור {merchant}. עדיין לא חויב דבר. כשיחויב, תישלח אליך קבלה.',
  },
  captured: {
    subject: 'קבלה מאת {merchant}: {amount}',
    title: 'תודה על התשלום',
    text: 'בית העסק {merchant} חייב {amount}, סכום ששוריין קודם בכרטיס שלך. זו הקבלה שלך.',
    partly: 'מתוך {reserved} ששוריינו חויב רק החלק הזה. השאר שוב פנוי.',
  },
  refunded: {
    subject: 'בית העסק {merchant} מחזיר לך {amount}',
    title: 'הכסף שלך בדרך חזרה',
    text: 'בית העסק {merchant} החזיר {amount} לכרטיס שלך. ייתכן שיעברו כמה ימים עד שהבנק יציג אותם.',
  },
  cancelled: {
    subject: 'בית העסק {merchant} ביטל את התשלום שלך על סך {amount}',
    title: 'התשלום שלך בוטל',
    text: 'בית העסק {merchant} ביטל את התשלום שלך על סך {amount}. הכסף חוזר לכרטיס. ייתכן שיעברו כמה ימים עד שהבנק יציג אותו.',
  },
  released: {
    subject: 'בית העסק {merchant} שחרר {amount} בכרטיס שלך',
    title: 'לא חויב דבר',
    text: '{amount} ששוריינו בכרטיס שלך עבור {merchant} שוב פנויים. לא חויב דבר.',
  },

  unpaid: {
    subject: 'התשלום שלך לבית העסק {merchant} לא עבר',
    title: 'לא ניתן היה לשלם את המינוי שלך',
    text: 'בית העסק {merchant} ניסה לחייב {amount} עבור המינוי שלך, והתשלום לא עבר.',
    noCard: 'אין כרטיס שאפשר לחייב.',
    next: 'ננסה שוב ב־{date}. אם הכרטיס יפעל אז, אין צורך לעשות דבר.',
    last: 'ננסה שוב ב־{date}, בפעם האחרונה. אם התשלום לא יעבור גם אז, המינוי יסתיים.',
  },
  lastNotice: {
    subject: 'ניסיון אחרון ב־{date}: המינוי שלך אצל {merchant}',
    title: 'המינוי שלך עומד להסתיים',
    text: 'עדיין לא ניתן היה לחייב {amount} עבור המינוי שלך אצל {merchant}.',
  },
  help: 'אפשר לעבור לכרטיס אחר בכל עת: הסכום לתשלום יחויב בו מיד.',
  helpAlone: 'אם עדיף לך להשתמש בכרטיס אחר, יש להודיע על כך לבית העסק {merchant}.',
  expiring: {
    subject: 'תוקף הכרטיס שלך עבור {merchant} עומד לפוג',
    title: 'תוקף הכרטיס שלך עומד לפוג',
    text: 'תוקף הכרטיס שמשלם את המינוי שלך אצל {merchant} יפוג עד לתשלום הבא.',
    help: 'כדאי למסור לנו כרטיס חדש לפני כן, כדי שהמינוי יימשך.',
  },
  ended: {
    subject: 'המינוי שלך אצל {merchant} הסתיים',
    title: 'המינוי שלך הסתיים',
    byShopper: 'ביטלת את המינוי אצל {merchant}. לא יחויב דבר נוסף.',
    byMerchant: 'בית העסק {merchant} סיים את המינוי שלך. לא יחויב דבר נוסף.',
    unpaid: 'התשלום האחרון של המינוי שלך אצל {merchant} לא עבר, ולכן המינוי הסתיים. לא יחויב דבר נוסף.',
    again: 'אפשר להצטרף שוב למינוי אצל {merchant} בכל עת.',
  },

  recovery: {
    subject: 'תשלום {amount} אל {merchant}',
    title: 'התשלום שלך לא הושלם',
    text: 'התשלום שלך בסך {amount} אל {merchant} נדחה, ולא חויב דבר. בקישור הזה אפשר לשלם אותו שוב, פעם אחת.',
    pay: 'לתשלום',
  },

  link: {
    subject: 'הקישור למינוי שלך אצל {merchant}',
    title: 'הקישור החדש שלך',
    text: 'בקישור הזה אפשר לנהל את המינוי שלך אצל {merchant}: לראות תשלומים, לעבור לכרטיס אחר או לסיים אותו.',
    until: 'הקישור בתוקף עד {date}. אין להעביר אותו הלאה: מי שמחזיק בו יכול לעשות אותו הדבר.',
    unasked: 'אם לא ביקשת אותו, אין צורך לעשות דבר.',
  },

  invoice: {
    subject: 'חשבונית {number} מאת {merchant}',
    title: 'החשבונית שלך',
    text: 'החשבונית עבור התשלום שלך בסך {amount} ל-{merchant} מצורפת להודעה זו.',
    number: 'מספר חשבונית',
  },
  creditNote: {
    subject: 'הודעת זיכוי {number} מאת {merchant}',
    title: 'הודעת הזיכוי שלך',
    text: '{merchant} מחזיר לך {amount}. הודעת הזיכוי מצורפת להודעה זו.',
    number: 'מספר הודעת זיכוי',
  },
  closing: {
    shopper: 'הודעה זו נשלחה אליך כי הכתובת הזו נמסרה בעת התשלום לבית העסק {merchant}.',
    invoice: 'הודעה זו נשלחה אליך כי בית העסק {merchant} התבקש לשלוח את הקבלה לכתובת הזו.',
    reply: 'יש שאלות? אפשר פשוט להשיב להודעה הזו, ובית העסק {merchant} יקרא אותה.',
    noReply: 'תשובות לכתובת הזו אינן נקראות. אם יש לך שאלה, אפשר לפנות לבית העסק {merchant}.',
  },
}
