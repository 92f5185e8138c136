import type { EmbeddedMessages } from './index.ts'

export const ru: EmbeddedMessages = {
  frameTitle: 'Платёжная форма',
  loading: 'Платёжная форма загружается…',
  unreachable: 'Платёжная форма недоступна. Проверьте подключение к интернету и попробуйте ещё раз.',
  lost: 'Соединение прервалось. Мы выясняем, прошёл ли ваш платёж. Пожалуйста, не платите ещё раз.',
  tryAgain: 'Попробовать ещё раз',
  offline: 'Нет подключения к интернету. Ничего не отправлено; введённые данные сохранились.',
  close: 'Закрыть',
  bankFrame: 'Страница вашего банка',
  bankHidden: 'Ничего не видно от банка?',
  bankAlone: 'Открыть во всём окне',
  removeCards: 'Удалить сохранённую карту',
  removeCard: 'Удалить',
  buttonTypes: {
    book: 'Забронировать за {amount}',
    buy: 'Купить за {amount}',
    checkout: 'Оформить за {amount}',
    donate: 'Пожертвовать {amount}',
    order: 'Заказать за {amount}',
    subscribe: 'Подписаться за {amount}',
    topUp: 'Пополнить на {amount}',
  },
}
