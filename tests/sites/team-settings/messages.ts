import { defineMessages } from 'candor';

export default defineMessages({
  'de-AT': () => ({ home: 'Zurück zum Anfang' }),
  it: async () => (await import('./messages.it.json')).default,
});
