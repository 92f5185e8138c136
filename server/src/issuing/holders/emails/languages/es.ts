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
  resetPassword: {
    subject: 'Su código para una nueva contraseña de {partner}',
    title: 'Elija una nueva contraseña',
    text: 'Introduzca este código para elegir una nueva contraseña de {partner}. Es válido durante 10 minutos.',
  },
  noPassword: {
    subject: 'No hay contraseña en {partner}',
    title: 'No hay ninguna contraseña que restablecer',
    text: 'Alguien, probablemente usted, quiso restablecer una contraseña de {partner} para esta dirección de correo. Ninguna cuenta con contraseña la tiene, así que no ha cambiado nada. Si tiene una cuenta, acceda como hasta ahora o pruebe con otra dirección.',
  },
  passwordChanged: {
    subject: 'Se ha cambiado su contraseña de {partner}',
    title: 'Se ha cambiado su contraseña',
    text: 'Se ha cambiado la contraseña de su cuenta de {partner} y se ha cerrado la sesión en todos los dispositivos. Acceda con la nueva contraseña.',
  },
  cardTried: {
    subject: 'Alguien prueba su tarjeta de {partner}',
    title: 'Alguien intenta pagar con su tarjeta',
    text: 'Se han introducido varias veces códigos de seguridad o fechas de caducidad incorrectos de su tarjeta de {partner}. Durante unos minutos se rechazan los pagos en los que se teclean los datos de la tarjeta, si usted no los confirma. En las tiendas, en el teléfono y donde está guardada, la tarjeta funciona como antes.',
  },
  secret: 'No comparta el código con nadie, ni siquiera con quien diga que trabaja para nosotros.',
  unasked:
    'Si no ha pedido este código, quizá alguien conozca su dirección de correo. Sin el código no puede hacer nada.',
  unaskedRegistration: 'Si no fue usted, no tiene que hacer nada.',
  unaskedChange:
    'Si no fue usted, quizá otra persona tenga acceso a su cuenta: restablezca la contraseña de inmediato y avise a {partner}.',
  unaskedTries:
    'Si no ha sido usted, puede que alguien conozca el número de su tarjeta: revise los pagos, bloquéela si no reconoce alguno y avise a {partner}.',
  noReply: 'Las respuestas a esta dirección no se leen. Si tiene alguna pregunta, diríjase a {partner}.',
}
