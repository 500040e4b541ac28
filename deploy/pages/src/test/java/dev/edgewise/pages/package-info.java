/** Tests of the services' pages in a browser, with given answers of the services. */
package dev.edgewise.pages;
