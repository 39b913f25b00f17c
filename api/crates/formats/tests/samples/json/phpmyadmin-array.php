<?php
/**
 * Export to PHP Array plugin for PHPMyAdmin
 * @version 5.2.1
 */

/**
 * Database `films`
 */

/* `films`.`film` */
$film = array(
  array('id' => '1','number' => 'MZU-001','title' => '山谷里的四季','release_date' => '2026-09-01','note' => NULL),
  array('id' => '2','number' => 'MZU-002','title' => 'it\'s 湖边','release_date' => '2026-09-02','note' => 'x')
);
