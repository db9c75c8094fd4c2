import * as Sentry from '@sentry/nextjs';
import { dsn } from './dsn';

Sentry.init({ dsn, tracesSampleRate: 1 });
