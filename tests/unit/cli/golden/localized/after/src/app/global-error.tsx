'use client';

export { ApplicationError as default } from 'candor/screens';
