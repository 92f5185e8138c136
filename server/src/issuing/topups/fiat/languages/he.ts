import type { TopupMessages } from './index.ts'

export const he: TopupMessages = {
  title: 'הוספת כסף',
  text: 'בעמוד הבא תשלמו {amount} אל {merchant}.',
  button: 'המשך לתשלום',
}
