import type { TopupMessages } from './index.ts'

export const es: TopupMessages = {
  title: 'Añadir dinero',
  text: 'En la página siguiente paga {amount} a {merchant}.',
  button: 'Continuar al pago',
}
