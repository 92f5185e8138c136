import type { HolderEmailMessages } from './index.ts'

export const es: HolderEmailMessages = {
  code: 'Su código',
  registration: {
    subject: 'Su código para {partner}',
    title: 'Confirme su dirección de correo',
    text: 'Introduzca este código para terminar su registro en {partner}. Es válido durante 10 minutos.',
  },
  login: {
    subject: 'Su código de acceso para {partner}',
    title: 'Su código de acceso',
    text: 'Introduzca este código para acceder a {partner}. Es válido durante 10 minutos.',
  },
  taken: {
    subject: 'Ya está registrado en {partner}',
    title: 'Ya tiene una cuenta',
    text: 'Alguien, probablemente usted, quiso registrar esta dirección de correo en {partner}. Ya tiene una cuenta, así que no ha cambiado nada: simplemente acceda.',
  },
  secret: 'No comparta el código con nadie, ni siquiera con quien diga que trabaja para nosotros.',
  unasked:
    'Si no ha pedido este código, quizá alguien conozca su dirección de correo. Sin el código no puede hacer nada.',
  unaskedRegistration: 'Si no fue usted, no tiene que hacer nada.',
  noReply: 'Las respuestas a esta dirección no se leen. Si tiene alguna pregunta, diríjase a {partner}.',
}
