'use client';

export { ApplicationErrorDocument as default } from '../candor/src/screens/application-error';
