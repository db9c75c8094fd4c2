'use client';

export { ApplicationErrorDocument as default } from '../candor/screens/application-error';
