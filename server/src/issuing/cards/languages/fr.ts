import type { CardMessages } from './index.ts'

export const fr: CardMessages = {
  title: 'Votre carte',
  ask: 'Afficher le numéro et le code de sécurité de cette carte ? Ils ne sont affichés qu’une fois.',
  show: 'Afficher',
  pin: 'Code PIN',
  keep: 'Gardez-les pour vous. Nous ne les demandons jamais par téléphone ou par e-mail.',
  overTitle: 'Cette page a expiré',
  over: 'Les données d’une carte ne sont affichées qu’une fois, pendant quelques minutes. Ouvrez-les de nouveau dans votre application.',
}
