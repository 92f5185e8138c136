import type { CardMessages } from './index.ts'

export const it: CardMessages = {
  title: 'La sua carta',
  ask: 'Mostrare il numero e il codice di sicurezza di questa carta? Vengono mostrati una sola volta.',
  show: 'Mostra',
  pin: 'PIN',
  keep: 'Non li comunichi a nessuno. Non li chiediamo mai per telefono o e-mail.',
  overTitle: 'Questa pagina è scaduta',
  over: 'I dati di una carta vengono mostrati una sola volta e per pochi minuti. Li apra di nuovo nella sua app.',
}
