import type { TopupMessages } from './index.ts'

export const ru: TopupMessages = {
  title: 'Пополнить счёт',
  text: 'На следующей странице вы оплатите {amount}; получатель — {merchant}.',
  button: 'Перейти к оплате',
}
