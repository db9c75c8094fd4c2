import { deliveryMessages } from '../_delivery/delivery-log';

/** All that the log says as `msg`; the README tells when. A line that says one of these reads as ours. */
export const messages = [
  ...deliveryMessages,
  'request failed',
  'request refused',
  'process failed',
  'failures on purpose refused',
  'reporting is off',
] as const;

export type Message = (typeof messages)[number];
