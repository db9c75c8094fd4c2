import { defineSdkOptions } from 'candor';

export default defineSdkOptions({
  tags: { team: 'edge' },
  beforeSend: (event) => ({ ...event, extra: { ...event.extra, changed: 'password=hunter2' } }),
});
