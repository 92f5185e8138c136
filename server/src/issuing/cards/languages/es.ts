import type { CardMessages } from './index.ts'

export const es: CardMessages = {
  title: 'Su tarjeta',
  ask: '¿Mostrar el número y el código de seguridad de esta tarjeta? Se muestran una sola vez.',
  show: 'Mostrar',
  pin: 'PIN',
  keep: 'No los comparta con nadie. Nunca los pedimos por teléfono ni por correo electrónico.',
  overTitle: 'Esta página ha caducado',
  over: 'Los datos de una tarjeta se muestran una sola vez y durante pocos minutos. Ábralos de nuevo en su aplicación.',
}
