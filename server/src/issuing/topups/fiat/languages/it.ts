import type { TopupMessages } from './index.ts'

export const it: TopupMessages = {
  title: 'Aggiungi denaro',
  text: 'Nella pagina successiva paga {amount} a {merchant}.',
  button: 'Continua al pagamento',
}
