import 'candor/instrumentation-client';
