import type { ChallengeMessages } from './index.ts'

export const es: ChallengeMessages = {
  title: 'Apruebe el pago en su aplicación',
  asks: '{merchant} solicita {amount} con su tarjeta terminada en {lastFour}.',
  open: 'Abra la aplicación de {partner} y confirme o rechace. La solicitud es válida durante diez minutos.',
  cancel: 'Cancelar',
  backTitle: 'Volver al pago',
  back: 'Su respuesta ha llegado. Vuelve al pago.',
  next: 'Continuar',
  unknownTitle: 'No se puede mostrar esta página',
  unknown: 'La solicitud de su banco no se conoce o ha terminado. Vuelva a la tienda e inténtelo de nuevo.',
}
