'use client';

import './globals.css';

export { ApplicationErrorDocument as default } from '../candor/screens/application-error';
