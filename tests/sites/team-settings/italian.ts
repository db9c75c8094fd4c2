export const italian = { failed: 'Qualcosa è andato storto', again: 'Riprova', home: 'Vai alla pagina iniziale' };
