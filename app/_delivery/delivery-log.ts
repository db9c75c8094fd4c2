/** What the log may say of a delivery. */
export const deliveryMessages = [
  'event accepted',
  'event not delivered',
  'events of browsers refused',
  'files of the outbox set aside',
  'outbox full',
  'the outbox cannot be read',
  'the outbox cannot be written',
  'the outbox can be read again',
  'the outbox can be written again',
  'reporting is down since',
  'reporting is up again',
] as const;

type DeliveryMessage = (typeof deliveryMessages)[number];

/** Where what happens to envelopes is written: one line an entry. */
export type DeliveryLog = { [level in 'info' | 'warn' | 'error']: (fields: object, msg: DeliveryMessage) => void };
