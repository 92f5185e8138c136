import type { EmbeddedMessages } from './index.ts'

export const es: EmbeddedMessages = {
  frameTitle: 'Formulario de pago',
  loading: 'El formulario de pago se está cargando…',
  unreachable: 'No se puede acceder al formulario de pago. Compruebe su conexión a Internet e inténtelo de nuevo.',
  lost: 'Se ha perdido la conexión. Estamos comprobando si su pago se ha realizado. No pague otra vez.',
  tryAgain: 'Intentarlo de nuevo',
  offline: 'No tiene conexión a Internet. No se ha enviado nada; lo que ha escrito sigue aquí.',
  close: 'Cerrar',
  bankFrame: 'Página de su banco',
  bankHidden: '¿No ve nada de su banco?',
  bankAlone: 'Ábrala en toda la ventana',
  removeCards: 'Eliminar una tarjeta guardada',
  removeCard: 'Eliminar',
  buttonTypes: {
    book: 'Reservar por {amount}',
    buy: 'Comprar por {amount}',
    checkout: 'Finalizar la compra por {amount}',
    donate: 'Donar {amount}',
    order: 'Pedir por {amount}',
    subscribe: 'Suscribirse por {amount}',
    topUp: 'Recargar {amount}',
  },
}
